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

function toValues(draft: TokenDraft): FieldValues {
	const creators = draft.creators.filter(({ address, share }) => address.trim() !== '' || share.trim() !== '');
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
} {
	const values = toValues(draft);
	const errors: Partial<Record<TokenField, string>> = {};
	function read<Field extends TokenField>(field: Field): ReturnType<(typeof schemas)[Field]['parse']> | undefined {
		const parsed = schemas[field].safeParse(values[field]);
		if (parsed.success) return parsed.data as ReturnType<(typeof schemas)[Field]['parse']>;
		const [issue] = parsed.error.issues;
		const place = issue?.path.find((part) => typeof part === 'number');
		const { creatorProblem, shareProblem } = settingsTexts.tokens;
		const message = issue?.path.at(-1) === 'share' ? shareProblem : (issue?.message ?? '');
		errors[field] = place === undefined ? message : creatorProblem(place + 1, message);
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
	return { settings, errors };
}
