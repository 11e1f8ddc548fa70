import { describeSettings, type Secrecy } from '@adx/core/platform/settings';
import { type Environment, environmentSchema } from '../../server/env.ts';
import { findUrlPasswords, findUrlSecrets } from './secrets-in-url.ts';

/** Shorter ones stand in ordinary words. */
const shortestSecret = 8;

/** The texts in the operator's settings that nobody else may read, in the forms in which they may turn up. */
export interface Secrets {
	/** The secrets of every kind, for logs. */
	readonly all: readonly string[];
	/** Those that machines hold. A password may be an ordinary word, which hiding would take out of our own sentences. */
	readonly keys: readonly string[];
}

/** What is secret, the settings' own schema says. */
export function collectSecrets(environment: Environment): Secrets {
	const texts = describeSettings(environmentSchema).flatMap(({ name, secrecy }) =>
		toSecretTexts(environment[name as keyof Environment], secrecy)
			.filter(({ length }) => length >= shortestSecret)
			.map((text) => ({ text, secrecy })),
	);
	const keys = texts.filter(({ secrecy }) => secrecy !== 'password');
	return { all: texts.map(({ text }) => text), keys: keys.map(({ text }) => text) };
}

function toSecretTexts(value: unknown, secrecy: Secrecy): readonly string[] {
	if (value === undefined || secrecy === 'open') return [];
	if (secrecy === 'secret-address') return findUrlSecrets(String(value));
	if (secrecy === 'password-address') return findUrlPasswords(String(value));
	if (Array.isArray(value)) return value.map(String);
	if (value instanceof Uint8Array) {
		return (['base64', 'base64url', 'hex'] as const).map((encoding) => Buffer.from(value).toString(encoding));
	}
	// Headers: what follows a word such as Bearer is the secret by itself.
	if (typeof value === 'object') return Object.values(value as object).flatMap((text) => [text, ...text.split(' ')]);
	const text = String(value);
	return text.startsWith('0x') ? [text, text.slice(2)] : [text];
}

/** Takes these texts out of others, also where those are JSON. */
export function createRedactor(secrets: readonly string[]): (text: string) => string {
	const texts = [...new Set(secrets.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]))];
	return (text) => texts.reduce((rest, secret) => rest.replaceAll(secret, '[hidden]'), text);
}
