"""The device's TV provider account, which the suite plays (section 3.4)."""

import asyncio
from dataclasses import dataclass

from accessenabler import AccountError, AccountReply, AccountRequest

from .connection import Outgoing


@dataclass
class _Question:
    answer: asyncio.Future
    request: AccountRequest | None  # none: may the application use the account?


class SuiteAccount:
    """Everything but the constructor belongs to the port's thread."""

    def __init__(self, session: str, outgoing: Outgoing) -> None:
        self._session = session
        self._outgoing = outgoing
        self._asked = 0
        self._open: dict[int, _Question] = {}

    async def check_access(self) -> str:
        return await self._ask(None, {"kind": "access"})

    async def request(self, request: AccountRequest) -> AccountReply:
        members = {
            "kind": "account",
            "providers": request.providers,
            "featured": request.featured,
            "mayAskUser": request.may_ask_user,
        }
        if request.profile_request is not None:
            members["profileRequest"] = request.profile_request
        return await self._ask(request, members)

    async def _ask(self, request: AccountRequest | None, members: dict):
        number = self._asked
        self._asked += 1
        question = self._open[number] = _Question(asyncio.get_running_loop().create_future(), request)
        self._outgoing.question(self._session, {"question": number, **members})
        try:
            return await question.answer
        finally:
            self._open.pop(number, None)

    def answer(self, parameters: dict) -> str | None:
        """Takes in what the account says; what is wrong with it, where it answers nothing."""
        question = self._open.get(parameters["question"])
        if question is None or question.answer.done():
            return "question: nobody waits for an answer"
        if question.request is None:
            if "access" not in parameters:
                return "access: is missing"
            question.answer.set_result(parameters["access"])
        elif "presents" in parameters:
            question.request.present(parameters["presents"])
        elif "dismisses" in parameters:
            question.request.dismiss(parameters["dismisses"])
        elif "account" in parameters:
            account = parameters["account"]
            question.answer.set_result(AccountReply(account["provider"], account.get("response")))
        elif "failure" in parameters:
            failure = parameters["failure"]
            question.answer.set_exception(AccountError(failure["code"], failure.get("provider")))
        else:
            return "access: does not answer the question"
        return None
