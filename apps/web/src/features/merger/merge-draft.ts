import { type MergeFixes, type MergeOptions, type MergeOrder, mergeFixesSchema } from '@adx/validators/merge';
import { sessionDraft } from '../../lib/storage/session-draft.ts';
import type { CheckedDraft } from './merger-views.ts';
import { emptyTokenDraft, type TokenDraft, toTokenSettings } from './settings/token-settings-draft.ts';

/** What the 'Merge Settings' hold while they are being filled. */
export interface MergeDraft extends TokenDraft {
	readonly ownerId: string;
	readonly projectName: string;
	readonly description: string;
	readonly order: MergeOrder;
	readonly seed: string;
	readonly naming: 'renumber' | 'keep';
	/** Whether the gallery shows nobody what comes of it. */
	readonly isHidden: boolean;
	readonly fixes: Omit<MergeFixes, 'renames'>;
	/** Of this merge alone. In the order they were added; empty ones are still being typed. */
	readonly renames: readonly { readonly id: string; readonly from: string; readonly to: string }[];
}

const { renames: _renames, ...fixes } = mergeFixesSchema.parse({});

/** The doctor's decisions before anybody has made one. */
export const usualFixes: MergeDraft['fixes'] = fixes;

/** As it is before anything is set. */
export const emptySettings: Omit<MergeDraft, 'ownerId'> = {
	projectName: '',
	description: '',
	order: 'keep',
	seed: '',
	naming: 'renumber',
	...emptyTokenDraft,
	isHidden: false,
	fixes: usualFixes,
	renames: [],
};

const draft = sessionDraft<MergeDraft>('adx_merge_draft', (ownerId) => ({ ownerId, ...emptySettings }));
export const {
	current: currentDraft,
	open: openDraft,
	clear: clearDraft,
	change: changeDraft,
	use: useMergeDraft,
} = draft;

/** The renames that are complete. */
function getCompleteRenames({ renames }: Pick<MergeDraft, 'renames'>): Record<string, string> {
	const complete = renames.filter(({ from, to }) => from !== '' && to.trim() !== '');
	return Object.fromEntries(complete.map(({ from, to }) => [from, to.trim()]));
}

/** The options of the merge; a field that is not right is left out. */
export function toMergeOptions(draft: MergeDraft): MergeOptions {
	const { settings } = toTokenSettings(draft);
	return {
		order: draft.order,
		naming: draft.naming,
		...(draft.order === 'shuffle' && draft.seed.trim() !== '' ? { seed: draft.seed.trim() } : {}),
		fixes: { ...draft.fixes, renames: getCompleteRenames(draft) },
		...(Object.keys(settings).length === 0 ? {} : { metadata: settings }),
	};
}

/** What the preflight checks of a draft; null while it has no name. */
export function toCheckedDraft(draft: MergeDraft): CheckedDraft | null {
	const [projectName, description] = [draft.projectName.trim(), draft.description.trim()];
	return projectName === '' ? null : { projectName, description, options: toMergeOptions(draft) };
}
