package travel;

import dev.weir.One;
import java.math.BigDecimal;
import travel.Trip.Place;

/** What others run for us. */
interface Services {
    One<Place> locate(long user);

    One<BigDecimal> fee(long user);
}
