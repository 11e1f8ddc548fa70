import { getActiveSpan } from '@adx/core/platform/tracing/tracing';
import { type Logger, pino } from 'pino';

const secretFields = [
	'password',
	'geminiApiKey',
	'authorization',
	'cookie',
	'set-cookie',
	'secretKey',
	'accessToken',
	'refreshToken',
	'access_token',
	'refresh_token',
	'clientSecret',
	'client_secret',
	'authUrl',
	'DATABASE_URL',
];
const shortestSecret = 8;
/** What begins like this hides words that only look alike: shorter prefixes are left alone. */
const shortestPrefix = 3;
const hidden = '[hidden]';

/** What looks like a secret wherever it stands in a line, besides provider keys: hashes, cookies, tokens, address passwords. */
const secretShapes = [
	/\$argon2(?:id|i|d)\$[^\s"\\]+/g,
	/argon2id:[\w-]+/g,
	/(?<=adx_[a-z_]{1,40}=)[^;\s"\\]+/g,
	/\badx_[\w-]{43}/g,
	/(?<=\bBearer )[\w.~+/=-]+/gi,
	// Credentials of a client; a plain word may follow as well.
	/(?<=\bBasic )(?![a-z]+\b)[\w+/=-]{8,}/g,
	// Form bodies, and JSON, also where it was quoted into a text once more.
	/(?<=\b(?:access_token|refresh_token|client_secret)\\*"?\s?[=:]\s?\\*"?)[^\s"\\&,}]+/g,
	// The callback's query.
	/(?<=[?&](?:code|state|token)=)[^\s"\\&#]+/g,
	// Fields of these names hold errors' codes and jobs' states too, which are short or in capitals.
	/(?<="(?:code|state|token)":")(?![A-Z0-9_]+")[\w.~-]{16,}/g,
	/(?<=\/\/[^\s"@/:]*:)[^\s"@/]+(?=@)/g,
];

/** Writes JSON lines to `write` (standard error by default; standard output belongs to the operator's lines). */
export function createLog(options: {
	readonly level: string;
	/** Exact texts that must never appear, such as configured passwords; shorter ones than 8 characters are left alone. */
	readonly secrets: readonly string[];
	/** How further provider keys begin, as configured; those of shorter than 3 characters are left alone. */
	readonly keyPrefixes?: readonly string[];
	/** Whether a line about this error is left out. */
	readonly suppresses?: (error: unknown) => boolean;
	readonly write?: (line: string) => void;
}): Logger {
	const scrub = createTextRedactor(options.secrets, options.keyPrefixes ?? []);
	const write = options.write ?? ((line) => void process.stderr.write(line));
	const paths = secretFields.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]);
	return pino(
		{
			level: options.level,
			base: null,
			redact: { paths, censor: hidden },
			timestamp: pino.stdTimeFunctions.isoTime,
			mixin: () => ({ ...getActiveSpan()?.ids }),
			hooks: {
				logMethod(args, method) {
					const [fields] = args as unknown[];
					const isAbout = typeof fields === 'object' && fields !== null && 'err' in fields;
					if (isAbout && options.suppresses?.(fields.err)) return;
					method.apply(this, args);
				},
			},
		},
		// Paths alone miss a key inside a message or a nested error, so the finished line is scrubbed as well.
		{ write: (line: string) => write(scrub(line)) },
	);
}

const escapePattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
const knownPrefixes = ['AIza', 'AQ.'];

/** Takes secrets out of lines of the log, and of what else leaves the process. */
export function createTextRedactor(
	secrets: readonly string[],
	keyPrefixes: readonly string[],
): (text: string) => string {
	const texts = secrets
		.filter((secret) => secret.length >= shortestSecret)
		.flatMap((text) => [text, JSON.stringify(text).slice(1, -1)]);
	const prefixes = new Set([...knownPrefixes, ...keyPrefixes.filter(({ length }) => length >= shortestPrefix)]);
	// Also inside words: an escaped line break or an encoded sign before a key ends in a letter. New keys hold further dots.
	const keys = new RegExp(`(?:${[...prefixes].map(escapePattern).join('|')})[\\w.~+/-]{4,}`, 'g');
	return (line) => {
		const withoutTexts = texts.reduce((rest, text) => rest.replaceAll(text, hidden), line);
		return [keys, ...secretShapes].reduce((rest, shape) => rest.replace(shape, hidden), withoutTexts);
	};
}

/** What the log says of an answer: the route, not the address, since addresses may hold what people type. */
export interface RequestLogLine {
	readonly requestId: string;
	readonly method: string;
	readonly route: string;
	readonly status: number;
	/** Milliseconds, of which whole ones are logged. */
	readonly tookMs: number;
}

/** One line per answer, for those who debug. */
export function logRequest(log: Logger, line: RequestLogLine): void {
	if (log.isLevelEnabled('debug')) log.debug({ ...line, tookMs: Math.round(line.tookMs) }, 'answered');
}
