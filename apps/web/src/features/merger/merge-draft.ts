import { type MergeOptions, mergeFixesSchema, mergeOrderSchema } from '@adx/validators/merge';
import { z } from 'zod';
import { storedDraft } from '../../lib/storage/owner-draft.ts';
import type { CheckedDraft } from './merger-views.ts';
import { emptyTokenDraft, type TokenDraft, toTokenSettings } from './settings/token-settings-draft.ts';

const text = z.string();
const decisions = mergeFixesSchema.unwrap().omit({ renames: true });
const list = <Item extends z.ZodRawShape>(item: Item) => z.array(z.object(item).readonly()).readonly();

const mergeDraftSchema = z.object({
	ownerId: text,
	projectName: text,
	description: text,
	order: mergeOrderSchema,
	seed: text,
	naming: z.enum(['renumber', 'keep']),
	namePattern: text,
	tokenDescription: text,
	symbol: text,
	/** In percent. */
	royalty: text,
	creators: list({ id: text, address: text, share: text }),
	/** Whether the gallery shows nobody what comes of it. */
	isHidden: z.boolean(),
	fixes: decisions.readonly(),
	/** Of this merge alone. In the order they were added; empty ones are still being typed. */
	renames: list({ id: text, from: text, to: text }),
	/** The collections that a merge was started with from here, as `toCollectionsKey` has them; null before one was. */
	startedWith: text.nullable(),
	/** The name of the merge before, with which its settings went; '' before there was one. */
	follows: text,
});

/** What the 'Merge Settings' hold while they are being filled. */
export type MergeDraft = Readonly<z.infer<typeof mergeDraftSchema>> & TokenDraft;

/** The doctor's decisions before anybody has made one. */
export const usualFixes: MergeDraft['fixes'] = decisions.parse({});

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
	startedWith: null,
	follows: '',
};

const draft = storedDraft<MergeDraft>(
	'adx_merge_draft_',
	mergeDraftSchema.partial() as z.ZodType<Partial<MergeDraft>>,
	(ownerId) => ({ ownerId, ...emptySettings }),
);
export const {
	current: currentDraft,
	open: openDraft,
	clear: clearDraft,
	change: changeDraft,
	use: useMergeDraft,
} = draft;

/** Which collections there are, in whatever order. */
export const toCollectionsKey = (collections: readonly { readonly id: string }[]): string =>
	collections
		.map(({ id }) => id)
		.toSorted()
		.join();

/** Begins a new merge once there are other collections than those of the merge that was started from this draft. */
export function followCollections(key: string): void {
	const { startedWith, projectName } = currentDraft();
	if (startedWith !== null && startedWith !== key) changeDraft({ ...emptySettings, follows: projectName.trim() });
}

export type RenameDraft = MergeDraft['renames'][number];

/** What a rename lacks that somebody has started to fill; null of one that is complete, and of one that is still empty. */
export function getMissingSide({ from, to }: RenameDraft): 'from' | 'to' | null {
	const [hasTrait, hasName] = [from !== '', to.trim() !== ''];
	if (hasTrait === hasName) return null;
	return hasTrait ? 'to' : 'from';
}

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
