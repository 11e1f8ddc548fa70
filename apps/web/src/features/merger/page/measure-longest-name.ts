import { toTokenName } from '@adx/collection/metadata/metadata';
import { byteLength } from '../../../lib/format/format-quantity.ts';
import type { MergeDraft } from '../merge-draft.ts';
import type { DraftPreflight } from '../merger-views.ts';
import { toTokenSettings } from '../settings/token-settings-draft.ts';

/**
 * What the longest name of a merge of so many tokens takes as UTF-8. New names are known without a check; those that are
 * kept only once the preflight has read them. Null while it is not known.
 */
export function measureLongestName(
	draft: MergeDraft,
	tokenCount: number,
	preflight: DraftPreflight | null,
): number | null {
	if (draft.naming === 'keep') {
		const isKnown = preflight !== null && !('refused' in preflight) && preflight.draft.options.naming === 'keep';
		return isKnown ? preflight.longestNameBytes : null;
	}
	const projectName = draft.projectName.trim();
	if (projectName === '') return null;
	const { namePattern } = toTokenSettings(draft).settings;
	return byteLength(toTokenName(namePattern, projectName, Math.max(1, tokenCount)));
}
