# Assay as an image: `docker build -t assay .`, then `docker run --rm assay run`.
# Packaging/rootfs.sh makes these steps where there is no container tool.
ARG SWIFT=6.3-bookworm
FROM swift:${SWIFT} AS build
RUN apt-get update -q && apt-get install -q -y --no-install-recommends \
    libcurl4-openssl-dev libxml2-dev libyaml-dev libssl-dev zlib1g-dev pkg-config make git
WORKDIR /src
COPY . .
RUN make deb

FROM debian:bookworm-slim
COPY --from=build /src/.build/package/*.deb /tmp/assay.deb
RUN apt-get update -q && apt-get install -q -y --no-install-recommends /tmp/assay.deb \
    && rm -rf /var/lib/apt/lists/* /tmp/assay.deb && install -d -o nobody -g nogroup /work
USER nobody
WORKDIR /work
ENTRYPOINT ["assay"]
CMD ["--help"]
