import Testing

/// Tests that certify a port as a user would.
///
/// One after another: each keeps the machine busy, and contracts about the end of a token's life need its time.
@Suite(.serialized) enum WholeRuns {}
