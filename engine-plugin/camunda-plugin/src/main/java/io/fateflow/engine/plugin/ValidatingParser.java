package io.fateflow.engine.plugin;

import java.net.URL;
import java.util.Objects;
import javax.xml.XMLConstants;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParser;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;

import org.camunda.bpm.engine.impl.bpmn.deployer.BpmnDeployer;
import org.camunda.bpm.engine.impl.bpmn.parser.BpmnParse;
import org.camunda.bpm.engine.impl.bpmn.parser.BpmnParser;
import org.camunda.bpm.engine.impl.cfg.ProcessEngineConfigurationImpl;
import org.xml.sax.SAXException;

/**
 * Holds every process to BPMN's schema as the engine's own parser does, but reads the schema once a program instead of once a
 * process: that is most of what a small process costs to deploy, and again on each node that runs it for the first time.
 */
final class ValidatingParser extends BpmnParser {

    private ValidatingParser(ProcessEngineConfigurationImpl engine) {
        super(engine.getExpressionManager(), engine.getBpmnParseFactory());
    }

    /** Has an engine parse with it; for {@code postInit}, when the engine's own parser is there. */
    static void replaceIn(ProcessEngineConfigurationImpl engine) {
        for (Object deployer : engine.getDeployers()) {
            if (deployer instanceof BpmnDeployer bpmn) {
                ValidatingParser parser = new ValidatingParser(engine);
                parser.setParseListeners(bpmn.getBpmnParser().getParseListeners());
                bpmn.setBpmnParser(parser);
            }
        }
        // it has deployers of its own, which are the ones that are asked
        engine.getDeploymentCache().setDeployers(engine.getDeployers());
    }

    @Override
    public BpmnParse createParse() {
        BpmnParse parse = super.createParse();
        // a parse that names a schema has it read
        parse.setSchemaResource(null);
        return parse;
    }

    /** The engine's parsers of one thread share a factory; this one has its own. */
    @Override
    protected void enableSchemaValidation(boolean enabled) {}

    @Override
    protected SAXParser getSaxParser() throws ParserConfigurationException, SAXException {
        SAXParserFactory factory = SAXParserFactory.newInstance();
        factory.setNamespaceAware(true);
        factory.setFeature(NAMESPACE_PREFIXES, true);
        setXxeProcessing(factory);
        factory.setSchema(Bpmn.SCHEMA);
        return factory.newSAXParser();
    }

    private static final class Bpmn {
        static final Schema SCHEMA = read();

        private static Schema read() {
            URL file = Objects.requireNonNull(
                    BpmnParser.class.getClassLoader().getResource(BPMN_20_SCHEMA_LOCATION), BPMN_20_SCHEMA_LOCATION);
            try {
                SchemaFactory schemas = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI);
                // the files that it includes are beside it in the engine's own archive, however deep that is nested
                schemas.setProperty(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "all");
                return schemas.newSchema(file);
            } catch (SAXException e) {
                throw new IllegalStateException("the engine's BPMN schema can't be read: " + file, e);
            }
        }
    }
}
