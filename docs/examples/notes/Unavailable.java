package notes;

import dev.weir.net.http.UpstreamFailure;
import dev.weir.sql.SqlException;
import dev.weir.sql.SqlException.Reason;

/** The database can't be asked now: a 503 and a line of the log, where other failures are a 500 with a stack. */
final class Unavailable extends RuntimeException implements UpstreamFailure {
    private static final long serialVersionUID = 1L;

    Unavailable(Throwable cause) {
        super(cause.getMessage(), cause);
    }

    static boolean isMeantBy(Throwable failure) {
        return failure instanceof SqlException sql
                && (sql.reason() == Reason.OVERLOADED || sql.reason() == Reason.CONNECTION);
    }

    @Override
    public int gatewayStatus() {
        return 503;
    }
}
