import { toTokenName } from '@adx/collection/metadata/metadata';
import { byteLength } from '../../../lib/format/format-quantity.ts';
import type { MergeDraft } from '../merge-draft.ts';
import { toTokenSettings } from './token-settings-draft.ts';

/** What the longest generated name of a merge of so many tokens takes as UTF-8; null while there is no project name. */
export function measureLongestName(draft: MergeDraft, tokenCount: number): number | null {
	const projectName = draft.projectName.trim();
	if (projectName === '') return null;
	const { namePattern } = toTokenSettings(draft).settings;
	return byteLength(toTokenName(namePattern, projectName, Math.max(1, tokenCount)));
}
