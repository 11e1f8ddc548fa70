import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { RarityPage } from '../features/collections/rarity/rarity-page.tsx';
import { param } from '../lib/search-params.ts';

export const Route = createFileRoute('/collections/$collectionId_/rarity')({
	validateSearch: z.object({ tab: param(z.enum(['traits', 'exports'])) }),
	component: Page,
});

function Page() {
	const { collectionId } = Route.useParams();
	const { tab = 'ranking' } = Route.useSearch();
	const navigate = Route.useNavigate();
	return (
		<RarityPage
			key={collectionId}
			collectionId={collectionId}
			tab={tab}
			onTab={(next) =>
				void navigate({ search: next === 'ranking' ? {} : { tab: next }, replace: true, resetScroll: false })
			}
		/>
	);
}
