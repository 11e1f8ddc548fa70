import { z } from 'zod';

/**
 * What of a setting's value is the operator's alone: nothing (`open`), all of it (`secret`), all of it though it may be an
 * ordinary word (`password`), in an address what may be a key: path, query, name and password (`secret-address`), or in an
 * address the password alone (`password-address`).
 */
export type Secrecy = 'open' | 'secret' | 'password' | 'secret-address' | 'password-address';

interface Declaration {
	readonly secrecy: Secrecy;
	/** For operators, in Markdown: what it does, and what is behind a default that is not a plain value. */
	readonly meaning: string;
	/** The default as an operator would write it, where that is not the schema's own value; '' for none. */
	readonly defaultText?: string | undefined;
}

const declarations = z.registry<Declaration>();

declare const isDeclared: unique symbol;
/** A schema that says how secret its values are, and what they mean. */
export type Setting<Schema extends z.ZodType = z.ZodType> = Schema & { readonly [isDeclared]: true };

const declare =
	(secrecy: Secrecy) =>
	<Schema extends z.ZodType>(schema: Schema, meaning: string, defaultText?: string): Setting<Schema> => {
		declarations.add(schema, { secrecy, meaning, defaultText });
		return schema as Setting<Schema>;
	};

/** Anybody may know the value. */
export const open = declare('open');
/** Only the operator may know any of it. */
export const secret = declare('secret');
/** What people type to come in. */
export const password = declare('password');
/** An address in which providers put their customer's key. */
export const secretAddress = declare('secret-address');
/** An address of which the password alone is secret. */
export const passwordAddress = declare('password-address');

/** What a browser could open. */
export const webAddress = z
	.string()
	.refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), 'must be an http(s) address');

/** An object schema of settings, each of which must be declared: the compiler refuses others, and this throws for them. */
export function defineSettings<Shape extends Readonly<Record<string, Setting>>>(shape: Shape): z.ZodObject<Shape> {
	for (const [name, schema] of Object.entries(shape)) {
		if (!declarations.has(schema)) throw new TypeError(`The setting ${name} does not say whether it is secret.`);
	}
	return z.object(shape);
}

/** What operators are told of a setting. */
export interface SettingDescription extends Required<Declaration> {
	readonly name: string;
	/** '' where there is none. */
	readonly defaultText: string;
}

/** Every setting, in the order of the schema. */
export const describeSettings = (settings: z.ZodObject): readonly SettingDescription[] =>
	Object.entries(settings.shape).map(([name, schema]) => {
		const declaration = declarations.get(schema as z.ZodType);
		if (declaration === undefined) throw new TypeError(`The setting ${name} does not say whether it is secret.`);
		return { name, ...declaration, defaultText: declaration.defaultText ?? toDefaultText(schema as z.ZodType) };
	});

function toDefaultText(schema: z.ZodType): string {
	const value: unknown = schema.safeParse(undefined).data;
	return Array.isArray(value) ? value.join(',') : value === undefined ? '' : String(value);
}
