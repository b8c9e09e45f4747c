import java.io.FileInputStream;
import java.util.Map;
import java.util.TreeMap;
import java.util.logging.LogManager;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.PDFAValidator;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.TestAssertion;
import org.verapdf.pdfa.results.ValidationResult;
import org.verapdf.pdfa.validation.profiles.Profiles;
import org.verapdf.pdfa.validation.profiles.ValidationProfile;

/** Asks veraPDF whether files follow PDF/UA-1; a line for each rule that one breaks, and how often. */
public class PdfUa {
    private static final String PROFILE = "/org/verapdf/pdfa/validation/PDFUA-1.xml";

    public static void main(String[] files) throws Exception {
        LogManager.getLogManager().reset();
        VeraGreenfieldFoundryProvider.initialise();
        ValidationProfile profile = Profiles.profileFromXml(PdfUa.class.getResourceAsStream(PROFILE));
        boolean good = true;
        for (String file : files) {
            good &= check(file, profile);
        }
        System.exit(good ? 0 : 1);
    }

    private static boolean check(String file, ValidationProfile profile) throws Exception {
        FileInputStream content = new FileInputStream(file);
        try (PDFAParser parser = Foundries.defaultInstance().createParser(content, PDFAFlavour.PDFUA_1)) {
            PDFAValidator validator = Foundries.defaultInstance().createValidator(profile, false);
            ValidationResult found = validator.validate(parser);
            Map<String, Integer> broken = new TreeMap<>();
            for (TestAssertion each : found.getTestAssertions()) {
                if (each.getStatus() == TestAssertion.Status.FAILED) {
                    String rule = each.getRuleId().getClause() + "-" + each.getRuleId().getTestNumber();
                    broken.merge(rule + " " + each.getMessage(), 1, Integer::sum);
                }
            }
            String name = file.substring(file.lastIndexOf('/') + 1);
            String said = found.isCompliant() ? "follows PDF/UA-1" : "BREAKS PDF/UA-1";
            System.out.println(name + ": " + said + ", " + found.getTotalAssertions() + " checks");
            broken.forEach((rule, count) -> System.out.println("    " + count + " x " + rule));
            return found.isCompliant();
        }
    }
}
