package dev.weir.sql;

import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.extension.RegisterExtension;

class TextTest extends TextLaws {
    @RegisterExtension
    final H2 h2 = new H2();

    @Override
    protected List<DataSource> pools() {
        return List.of(h2.pool());
    }

    @Override
    protected DataSource judge() {
        return h2.pool();
    }
}
