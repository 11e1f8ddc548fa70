import { type TokenSettings, tokenSettingsSchema } from '@adx/validators/token-settings';
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

/** Which field of which creator is not right; its place counts from 0. Null where all of them together are not. */
export type WrongCreator = { readonly place: number; readonly field: 'address' | 'share' } | null;

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
	readonly wrongCreator: WrongCreator;
} {
	const values = toValues(draft);
	const errors: Partial<Record<TokenField, string>> = {};
	let wrongCreator: WrongCreator = null;
	function read<Field extends TokenField>(field: Field): ReturnType<(typeof schemas)[Field]['parse']> | undefined {
		const parsed = schemas[field].safeParse(values[field]);
		if (parsed.success) return parsed.data as ReturnType<(typeof schemas)[Field]['parse']>;
		const [issue] = parsed.error.issues;
		const { creatorProblem, shareProblem } = settingsTexts.tokens;
		const isShare = issue?.path.at(-1) === 'share';
		const message = isShare ? shareProblem : (issue?.message ?? '');
		const place = issue?.path.find((part) => typeof part === 'number');
		if (place === undefined) errors[field] = message;
		else {
			// Those that are empty were left out.
			const shown = draft.creators.indexOf(draft.creators.filter(isFilledIn)[place]!);
			errors[field] = creatorProblem(shown + 1, message);
			wrongCreator = { place: shown, field: isShare ? 'share' : 'address' };
		}
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
	return { settings, errors, wrongCreator };
}
