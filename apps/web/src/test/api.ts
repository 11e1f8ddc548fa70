import type { ErrorReason } from '@adx/validators/errors';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import superjson from 'superjson';
import type { ApiOutputs } from '../lib/api/trpc.ts';
import { publicConfig, signedOut, stats } from './fixtures.ts';

/** How long to wait until a refused call may go through. */
interface Wait {
	readonly retryAfterSeconds?: number;
	readonly confirmations?: { readonly seen: number; readonly needed: number };
}

/** A call that is refused, with the facts a refused procedure carries. */
export class Refusal {
	readonly status: number;
	readonly message: string;
	readonly fields: Readonly<Record<string, string>>;
	readonly reason: ErrorReason;
	readonly wait: Wait;

	constructor(
		status: number,
		message: string,
		fields: Readonly<Record<string, string>> = {},
		reason: ErrorReason = 'bad_input',
		wait: Wait = {},
	) {
		this.status = status;
		this.message = message;
		this.fields = fields;
		this.reason = reason;
		this.wait = wait;
	}

	toBody() {
		const data = {
			code: 'REFUSED',
			httpStatus: this.status,
			reason: this.reason,
			fields: this.fields,
			retryAfterSeconds: null,
			confirmations: null,
			...this.wait,
			requestId: 'r-1',
		};
		return { error: superjson.serialize({ message: this.message, code: -32_600, data }) };
	}
}

type Routers = { [Name in keyof ApiOutputs]: keyof ApiOutputs[Name] extends never ? never : Name }[keyof ApiOutputs];
type Handler<Output> = Output | Refusal | Promise<Output | Refusal>;

async function readInput(request: Request): Promise<unknown> {
	const wire = request.method === 'GET' ? new URL(request.url).searchParams.get('input') : await request.clone().text();
	return wire === null || wire === '' ? undefined : superjson.deserialize(JSON.parse(wire));
}

/** The same for a procedure by its whole path, e.g. 'mint.sales.get'. */
export function procedureAt<Output>(path: string, answer: (input: unknown, request: Request) => Handler<Output>) {
	return http.all(`*/trpc/${path}`, async ({ request }) => {
		const result = await answer(await readInput(request), request);
		if (result instanceof Refusal) return HttpResponse.json(result.toBody(), { status: result.status });
		return HttpResponse.json({ result: { data: superjson.serialize(result) } });
	});
}

/** Answers one procedure over HTTP as the server does, superjson and all. */
export const procedure = <Name extends Routers, Procedure extends keyof ApiOutputs[Name] & string>(
	router: Name,
	name: Procedure,
	answer: (input: unknown, request: Request) => Handler<ApiOutputs[Name][Procedure]>,
) => procedureAt(`${router}.${name}`, answer);

/** The API of an empty installation that nobody has signed in to. */
export const api = setupServer(
	procedure('auth', 'check', () => signedOut),
	procedure('auth', 'config', () => publicConfig),
	procedure('auth', 'logout', () => ({ ok: true as const })),
	procedure('auth', 'listPremiumPayments', () => []),
	procedure('auth', 'listStartedPayments', () => []),
	procedure('auth', 'recoveryCode', () => ({ isAvailable: true, createdAt: null })),
	procedure('generation', 'list', () => []),
	procedure('generation', 'listImages', () => []),
	procedure('generation', 'get', () => new Refusal(404, 'No such job.')),
	procedure('database', 'stats', () => stats),
	procedure('database', 'listSettings', () => []),
	procedure('attributes', 'list', () => []),
	procedure('mint', 'chains', () => []),
	procedure('mint', 'status', () => []),
	procedure('merge', 'list', () => []),
	procedure('merge', 'gallery', () => []),
	procedure('merge', 'galleryCounts', () => ({ collections: 0, images: 0, creators: 0 })),
);
