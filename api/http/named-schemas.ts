import { z } from 'zod';
import { entryOperations } from '../../contract/content/entry-operations.ts';
import * as entries from '../../contract/content/entry-shapes.ts';
import { typesWithPages } from '../../contract/content/entry-types.ts';
import * as records from '../../contract/content/record-shapes.ts';
import * as consultations from '../../contract/forms/consultation-shapes.ts';
import * as submissions from '../../contract/forms/submission-shapes.ts';
import { errorBody } from '../../contract/http/errors.ts';

const toPascalCase = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** Gives a schema an id in Zod's registry, so that OpenAPI lists it under `components`. */
function setSchemaName(schema: z.ZodType, id: string): void {
  z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id });
}

function nameAll(schemas: Record<string, z.ZodType>): void {
  for (const [name, schema] of Object.entries(schemas)) setSchemaName(schema, toPascalCase(name));
}

const { category, city, country, interest, persona, position, questionOfTheDay, searchHit, state, teamMember } =
  records;
nameAll({ errorBody, entryCard: entries.entryCard, tocItem: entries.tocItem, categoryRef: entries.categoryRef });
nameAll({ category, city, country, interest, persona, position, questionOfTheDay, searchHit, state, teamMember });
nameAll({ submitted: submissions.submitted, challenge: submissions.challenge, uploaded: submissions.uploaded });
nameAll({ slots: consultations.slotPage, hold: consultations.slotHold, appointment: consultations.appointment });
nameAll({
  entryPage: entryOperations.list.output,
  categoryPage: entryOperations.byCategory.output,
  entryCards: entryOperations.recent.output,
  metaKeys: entryOperations.metaKeys.output,
});
for (const type of typesWithPages) {
  setSchemaName(entries.entryDetails[type], `${toPascalCase(type.toLowerCase())}Entry`);
}

/** The parts of an API document that concern named schemas. */
interface NamingDocument {
  components?: { schemas?: Record<string, unknown> };
}

/** Removes unreferenced schemas: each schema is generated as input and as output. */
export function removeUnusedSchemas<D extends object>(document: D): D {
  const { components }: NamingDocument = document;
  const schemas = components?.schemas ?? {};
  const text = JSON.stringify(document);
  const unused = Object.keys(schemas).filter((name) => !text.includes(`"#/components/schemas/${name}"`));
  for (const name of unused) delete schemas[name];
  // Removing one schema may leave another unreferenced.
  return unused.length > 0 ? removeUnusedSchemas(document) : document;
}
