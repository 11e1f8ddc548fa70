import { getMissingSide, type MergeDraft, type RenameDraft } from '../merge-draft.ts';
import { settingsTexts } from '../settings/settings-texts.ts';
import { type TokenField, toTokenSettings } from '../settings/token-settings-draft.ts';
import { doctorTexts } from './doctor-texts.ts';

/** A field of the settings with which the merge is not started. */
export interface WrongField {
	readonly field: TokenField | { readonly rename: RenameDraft; readonly side: 'from' | 'to' };
	readonly problem: string;
	/** The problem with the field it is about. */
	readonly sentence: string;
}

/** The first of them, in the order of the page; null where all are right. */
export function findWrongField(draft: MergeDraft): WrongField | null {
	const [wrong] = Object.entries(toTokenSettings(draft).errors) as [TokenField, string][];
	if (wrong !== undefined) {
		const [field, problem] = wrong;
		return { field, problem, sentence: settingsTexts.tokens.wrongField(field, problem) };
	}
	for (const [index, rename] of draft.renames.entries()) {
		const side = getMissingSide(rename);
		if (side === null) continue;
		const problem = doctorTexts.renameProblem(index + 1, doctorTexts.renameLacks[side]);
		return { field: { rename, side }, problem, sentence: `${problem}.` };
	}
	return null;
}
