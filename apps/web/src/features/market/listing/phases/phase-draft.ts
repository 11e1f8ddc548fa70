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
	for (const [place, { hasAllowlist, allowlist }] of drafts.entries()) {
		if (!hasAllowlist || allowlist.trim() === '') continue;
		const list = readAllowlist(allowlist, network);
		const [wrong] = list.invalid;
		if (wrong === undefined && list.wallets.length <= allowlistMax) lists.set(place, list);
		else if (wrong === undefined) errors[`${place}.allowlist`] = phaseTexts.tooMany(list.wallets.length, allowlistMax);
		else
			errors[`${place}.allowlist`] =
				`Line ${wrong.line} is not ${network === 'solana' ? 'a Solana' : 'an EVM'} address: ${wrong.text}`;
	}
	return Object.keys(errors).length > 0 ? { errors } : { phases, lists };
}
