import { engines } from '@adx/validators/engines/engines';
import { loginPattern } from '@adx/validators/engines/home-login';
import type { ServiceSettings } from '../../platform/context.ts';
import { EngineError, type EngineErrorKind } from '../types.ts';
import type { EngineAddress } from './engine-address.ts';
import { redirected } from './service-call.ts';

/** What services at home paint with is fetched from them in one piece: a picture of 32 MB in Base64, and some room. */
export const selfHostedAnswerMaxBytes = 64 * 1_024 * 1_024;

/** A call that gave no picture, which nobody is charged for. */
export interface SelfHostedFailure {
	readonly kind: EngineErrorKind;
	/** One sentence for the owner of the job, of our own words only. */
	readonly message: string;
}

const loginRefused = engines.sdwebui.service.keyRefused.ended;

/** A login such as `name:password`, as services or what stands before them ask for it; none where it is null. */
export function authorizeBasic(login: string | null): Readonly<Record<string, string>> {
	if (login === null) return {};
	if (!loginPattern.test(login)) {
		throw new EngineError('key', 'This is not a user name and a password, such as name:password.');
	}
	return { authorization: `Basic ${Buffer.from(login, 'latin1').toString('base64')}` };
}

/** What any status but 2xx means where nobody says more. */
export function classifyStatus(status: number): SelfHostedFailure {
	if (status === 401 || status === 403) return { kind: 'key', message: loginRefused };
	if (status === 404) return { kind: 'model', message: 'The service has no such model, or is not at this address.' };
	if (status === 408 || status === 425 || status === 429 || status >= 500) {
		return { kind: 'transient', message: `The service failed for the moment (${status}).` };
	}
	if (status >= 400) return { kind: 'request', message: `The service refused the request (${status}).` };
	if (status >= 300) return redirected;
	return { kind: 'transient', message: `Something between here and the service answered (${status}).` };
}

/** It paints one picture after the other, and refuses nobody for calling too often. */
const limits = { ratePerMinute: 600, callsAtOnce: 1 };
/** Seconds that a picture of 1,024 px takes on a graphics card of the middle class. */
const callSeconds = 15;

/** How a service at home is called: without keys, and without a price. */
export const toSelfHostedService = (
	models: readonly string[],
	addresses: readonly EngineAddress[],
	{ takesAnyModel }: Pick<ServiceSettings, 'takesAnyModel'>,
): ServiceSettings => ({
	models,
	...limits,
	takesAnyModel,
	addresses,
	prices: { pricedAt: '', usdPerImage: {} },
	keyPrefixes: [],
	getCallSeconds: () => callSeconds,
});
