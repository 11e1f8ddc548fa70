import { type TokenSettings, tokenSettingsSchema } from '@adx/validators/token-settings';
import type { z } from 'zod';
import { settingsTexts } from './settings-texts.ts';

/** A creator as it is typed. */
export interface CreatorDraft {
	readonly id: string;
	readonly address: string;
	readonly share: string;
}

/** The metadata that every token gets, as it is typed; empty fields change nothing. */
export interface TokenDraft {
	readonly namePattern: string;
	readonly tokenDescription: string;
	readonly symbol: string;
	/** In percent. */
	readonly royalty: string;
	readonly creators: readonly CreatorDraft[];
}

export type TokenField = keyof TokenDraft;

export const emptyTokenDraft: TokenDraft = {
	namePattern: '',
	tokenDescription: '',
	symbol: '',
	royalty: '',
	creators: [],
};

/** A field of a creator; its place counts from 0, rows that are empty included. */
export interface CreatorField {
	readonly place: number;
	readonly field: 'address' | 'share';
}

/** One that is not right, and why, as a sentence that names the creator. */
export interface WrongCreator extends CreatorField {
	readonly problem: string;
}

type FieldValues = { readonly [Field in TokenField]: unknown };

const schemas = {
	namePattern: tokenSettingsSchema.shape.namePattern,
	tokenDescription: tokenSettingsSchema.shape.descriptionPattern,
	symbol: tokenSettingsSchema.shape.symbol,
	royalty: tokenSettingsSchema.shape.royaltyPercentage,
	creators: tokenSettingsSchema.shape.creators,
};

const toNumber = (text: string) => (text.trim() === '' ? Number.NaN : Number(text.replace(',', '.')));
const optionalText = (text: string) => (text.trim() === '' ? undefined : text);

const isFilledIn = ({ address, share }: CreatorDraft) => address.trim() !== '' || share.trim() !== '';

function toValues(draft: TokenDraft): FieldValues {
	const creators = draft.creators.filter(isFilledIn);
	return {
		namePattern: optionalText(draft.namePattern),
		tokenDescription: optionalText(draft.tokenDescription),
		symbol: optionalText(draft.symbol),
		royalty: draft.royalty.trim() === '' ? undefined : toNumber(draft.royalty),
		creators:
			creators.length === 0
				? undefined
				: creators.map(({ address, share }) => ({ address: address.trim(), share: toNumber(share) })),
	};
}

/** What the fields come to, and a sentence for each that is not right. */
export function toTokenSettings(draft: TokenDraft): {
	readonly settings: TokenSettings;
	readonly errors: Readonly<Partial<Record<TokenField, string>>>;
	/** Row by row; none where the creators are wrong together, or right. */
	readonly wrongCreators: readonly WrongCreator[];
} {
	const values = toValues(draft);
	const errors: Partial<Record<TokenField, string>> = {};
	let wrongCreators: readonly WrongCreator[] = [];
	function read<Field extends TokenField>(field: Field): ReturnType<(typeof schemas)[Field]['parse']> | undefined {
		const parsed = schemas[field].safeParse(values[field]);
		if (parsed.success) return parsed.data as ReturnType<(typeof schemas)[Field]['parse']>;
		if (field === 'creators') wrongCreators = listWrongCreators(draft, parsed.error.issues);
		errors[field] = wrongCreators[0]?.problem ?? parsed.error.issues[0]?.message ?? '';
		return undefined;
	}
	const [namePattern, descriptionPattern] = [read('namePattern'), read('tokenDescription')];
	const [symbol, royaltyPercentage, creators] = [read('symbol'), read('royalty'), read('creators')];
	const settings = {
		...(namePattern === undefined ? {} : { namePattern }),
		...(descriptionPattern === undefined ? {} : { descriptionPattern }),
		...(symbol === undefined ? {} : { symbol }),
		...(royaltyPercentage === undefined ? {} : { royaltyPercentage }),
		...(creators === undefined ? {} : { creators }),
	};
	return { settings, errors, wrongCreators };
}

/** The first problem of each field. */
function listWrongCreators({ creators }: TokenDraft, issues: readonly z.core.$ZodIssue[]): readonly WrongCreator[] {
	const { creatorProblem, shareProblem } = settingsTexts.tokens;
	// Rows that are empty were left out of what was checked.
	const checked = creators.filter(isFilledIn);
	const byField = new Map<string, WrongCreator>();
	for (const { path, message } of issues) {
		const creator = checked[path.find((part) => typeof part === 'number') ?? -1];
		if (creator === undefined) continue;
		const field = path.at(-1) === 'share' ? 'share' : 'address';
		const place = creators.indexOf(creator);
		const problem = creatorProblem(place + 1, field === 'share' ? shareProblem : message);
		const key = `${place} ${field}`;
		if (!byField.has(key)) byField.set(key, { place, field, problem });
	}
	return [...byField.values()];
}
