import { FlaskConical } from 'lucide-react';
import { solanaTexts } from '../solana-texts.ts';

const texts = solanaTexts.testSign;

/** 'Solana devnet' */
export const getClusterName = (cluster: string) => solanaTexts.clusters[cluster] ?? cluster;

/** Says where it is not real money; nothing on the main network. */
export function ClusterBadge({ cluster }: { readonly cluster: string }) {
	if (cluster === 'mainnet-beta') return null;
	return (
		<p className="flex items-start gap-2 rounded-md border border-warn px-3 py-2 text-sm text-text">
			<FlaskConical aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
			<span>
				<strong className="font-semibold text-warn">{`${texts.title}: ${cluster}.`}</strong>{' '}
				{texts.text(getClusterName(cluster))}
			</span>
		</p>
	);
}
