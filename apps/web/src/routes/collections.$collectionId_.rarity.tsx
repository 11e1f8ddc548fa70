import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import {
	rankingSearchParams,
	toRankingSearchParams,
	toRankingView,
} from '../features/collections/rarity/ranking-search-params.ts';
import { RarityPage } from '../features/collections/rarity/rarity-page.tsx';
import { param } from '../lib/search-params.ts';

export const Route = createFileRoute('/collections/$collectionId_/rarity')({
	validateSearch: rankingSearchParams.extend({ tab: param(z.enum(['traits', 'exports'])) }),
	component: Page,
});

function Page() {
	const { collectionId } = Route.useParams();
	const { tab, ...ranking } = Route.useSearch();
	const navigate = Route.useNavigate();
	const view = toRankingView(ranking);
	return (
		<RarityPage
			key={collectionId}
			collectionId={collectionId}
			tab={tab ?? 'ranking'}
			onTab={(next) =>
				void navigate({
					search: { ...ranking, tab: next === 'ranking' ? undefined : next },
					replace: true,
					resetScroll: false,
				})
			}
			view={view}
			onView={(changes) =>
				void navigate({
					search: { ...toRankingSearchParams({ ...view, ...changes }), tab },
					replace: true,
					resetScroll: false,
				})
			}
		/>
	);
}
