package dev.weir.testkit;

/** What an operator or source need not do; {@link OperatorLaws} explains each. */
enum Exemption {
    WITHOUT_FAILURES,
    RECOVERS,
    SUBSCRIBES_AGAIN,
    UNORDERED,
    ASYNCHRONOUS,
    ITEMS_DEPEND_ON_DEMAND,
    REQUESTS_UNBOUNDED,
    ASKS_AT_ONCE,
    FAILURE_OVERTAKES,
    SHARED,
    NULL_ALLOWED,
    NESTS_SUBSCRIPTIONS,
    WITHOUT_PLACE
}
