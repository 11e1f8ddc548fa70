import { allowlistMax, type SalePhaseOutput, tooManyForSale } from '@adx/validators/sale/phases';
import { type CreatorSale, type SalePhasesRequest, salePhasesInput } from '@adx/validators/sale/sales';
import { toIsoTime, toLocalTime } from '../../../../lib/format/local-time.ts';
import { type AllowlistText, readAllowlist } from './allowlist-text.ts';
import { phaseTexts } from './phase-texts.ts';

/** A phase as it is typed. */
export interface PhaseDraft {
	/** For the list on the page alone. */
	readonly key: string;
	/** Undefined until it is saved. */
	readonly id?: string;
	readonly name: string;
	readonly price: string;
	/** As `datetime-local` has it, in the reader's time zone; empty for none. */
	readonly startsAt: string;
	readonly endsAt: string;
	readonly walletLimit: string;
	readonly totalLimit: string;
	readonly hasAllowlist: boolean;
	/** Wallets that the server knows. */
	readonly allowlistCount: number;
	/** Replaces them, unless it is empty. */
	readonly allowlist: string;
}

export const toDraft = (phase: SalePhaseOutput): PhaseDraft => ({
	key: phase.id,
	id: phase.id,
	name: phase.name,
	price: String(phase.price),
	startsAt: toLocalTime(phase.startsAt),
	endsAt: toLocalTime(phase.endsAt),
	walletLimit: phase.walletLimit === null ? '' : String(phase.walletLimit),
	totalLimit: phase.totalLimit === null ? '' : String(phase.totalLimit),
	hasAllowlist: phase.allowlistCount !== null,
	allowlistCount: phase.allowlistCount ?? 0,
	allowlist: '',
});

/** A draft once it is saved as that phase; its wallets follow. */
export const toSavedDraft = (draft: PhaseDraft, id: string): PhaseDraft => ({ ...draft, id, allowlist: '' });

/** Whether something is typed that is not in what is saved. */
export const hasChanged = (drafts: readonly PhaseDraft[], saved: readonly PhaseDraft[]): boolean =>
	JSON.stringify(drafts) !== JSON.stringify(saved);

/** One that follows on the last. */
export const createDraft = (price: number, before: PhaseDraft | undefined): PhaseDraft => ({
	key: crypto.randomUUID(),
	name: '',
	price: String(price),
	startsAt: before?.endsAt ?? '',
	endsAt: '',
	walletLimit: '',
	totalLimit: '',
	hasAllowlist: false,
	allowlistCount: 0,
	allowlist: '',
});

const toNumber = (text: string) => (text.trim() === '' ? null : Number(text));

/** What the server is asked for, or what is wrong, by 'place.field'. */
export type PhaseRequest =
	| {
			readonly phases: SalePhasesRequest['phases'];
			/** By place. */
			readonly lists: ReadonlyMap<number, AllowlistText>;
	  }
	| { readonly errors: Readonly<Record<string, string>> };

export function toPhaseRequest(
	{ jobId, network, supply }: Pick<CreatorSale, 'jobId' | 'network' | 'supply'>,
	drafts: readonly PhaseDraft[],
): PhaseRequest {
	const phases = drafts.map(({ id, name, price, startsAt, endsAt, walletLimit, totalLimit, hasAllowlist }) => ({
		...(id === undefined ? {} : { id }),
		name,
		price: price.trim() === '' ? Number.NaN : Number(price),
		startsAt: toIsoTime(startsAt),
		endsAt: toIsoTime(endsAt),
		walletLimit: toNumber(walletLimit),
		totalLimit: toNumber(totalLimit),
		hasAllowlist,
	}));
	const parsed = salePhasesInput.safeParse({ jobId, phases });
	const errors: Record<string, string> = {};
	for (const { path, message } of parsed.error?.issues ?? []) errors[path.slice(1).join('.')] ??= message;
	for (const [place, { totalLimit }] of phases.entries()) {
		if (totalLimit !== null && totalLimit > supply) errors[`${place}.totalLimit`] ??= tooManyForSale(supply);
	}
	const lists = new Map<number, AllowlistText>();
	for (const [place, draft] of drafts.entries()) {
		if (!draft.hasAllowlist) continue;
		const list = readAllowlist(draft.allowlist, network);
		const wrong = findWrongList(list, draft, network);
		if (wrong !== null) errors[`${place}.allowlist`] = wrong;
		else if (list.wallets.length > 0) lists.set(place, list);
	}
	return Object.keys(errors).length > 0 ? { errors } : { phases, lists };
}

/** What is wrong with what is typed as a list, or with the list as it stays where nothing is; null for nothing. */
function findWrongList(
	{ wallets, invalid: [wrong] }: AllowlistText,
	{ allowlist, allowlistCount }: PhaseDraft,
	network: CreatorSale['network'],
): string | null {
	if (wrong !== undefined) {
		return `Line ${wrong.line} is not ${network === 'solana' ? 'a Solana' : 'an EVM'} address: ${wrong.text}`;
	}
	if (wallets.length > allowlistMax) return phaseTexts.tooMany(wallets.length, allowlistMax);
	const isEmpty = wallets.length === 0 && (allowlistCount === 0 || allowlist.trim() !== '');
	// An API client saves a phase before its list, so that the server takes it without; here both are saved together.
	return isEmpty ? phaseTexts.noWallets : null;
}

/** The errors without those of the fields of one phase that are changed. */
export function dropErrors(
	errors: Readonly<Record<string, string>>,
	key: string,
	changes: Partial<PhaseDraft>,
): Readonly<Record<string, string>> {
	const fields = 'hasAllowlist' in changes ? ['allowlist'] : Object.keys(changes);
	const solved = new Set(fields.map((field) => `${key}.${field}`));
	return Object.fromEntries(Object.entries(errors).filter(([path]) => !solved.has(path)));
}
