import { countReferencesMax } from '@adx/validators/engines/job-references';
import type { FormInput } from '../form/form-schema.ts';

type ReferenceFields = Pick<FormInput, 'engine' | 'references'>;

/** How many images go with each call of what the form orders; what was added for another engine is kept, but not sent. */
export const countOrderInputs = ({ engine, references }: ReferenceFields): number =>
	countReferencesMax(engine) === 0 ? 0 : references.length;

/** The same as an order names them; nothing where there are none. */
export function toOrderReferences({ engine, references, styleLock }: ReferenceFields & Pick<FormInput, 'styleLock'>) {
	if (countOrderInputs({ engine, references }) === 0) return {};
	return { references: references.map(({ sha256 }) => ({ sha256 })), styleLock };
}
