import { ExternalLink } from '@adx/ui/navigation/external-link';
import type { ReactNode } from 'react';

/** Leads to where Google hands out keys, and shows those that there are. */
export function GeminiKeyLink({ children }: { readonly children: ReactNode }) {
	return (
		<ExternalLink
			href="https://aistudio.google.com/apikey"
			hasIcon
			baseClass="inline-flex items-center gap-1 font-semibold text-primary underline"
		>
			{children}
		</ExternalLink>
	);
}
