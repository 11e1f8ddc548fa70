import { ExternalLink } from '@adx/ui/navigation/external-link';
import { type EngineName, engines } from '@adx/validators/engines/engines';

/** Leads to where an engine's keys are made and replaced; nothing where no such place is known. */
export function EngineKeyLink({ engine }: { readonly engine: EngineName }) {
	const url = engines[engine].service?.key?.url ?? null;
	return url === null ? null : <Link url={url}>Get or replace a key</Link>;
}

/** Leads to where a creator finds out what an engine's service holds against a key; nothing where no such place is known. */
export function EngineConsoleLink({ engine }: { readonly engine: EngineName }) {
	const console = engines[engine].service?.console ?? null;
	return console === null ? null : <Link url={console.url}>{console.label}</Link>;
}

function Link({ url, children }: { readonly url: string; readonly children: string }) {
	return (
		<ExternalLink href={url} hasIcon baseClass="inline-flex items-center gap-1 font-semibold text-primary underline">
			{children}
		</ExternalLink>
	);
}
