import { createFileRoute } from '@tanstack/react-router';
import { RarityPage } from '../features/collections/rarity/rarity-page.tsx';
import { parseRaritySearchParams, toRarityTab } from '../features/collections/rarity/rarity-search-params.ts';

export const Route = createFileRoute('/collections/$collectionId_/rarity')({
	validateSearch: parseRaritySearchParams,
	component: Page,
});

function Page() {
	const { collectionId } = Route.useParams();
	const address = Route.useSearch();
	const navigate = Route.useNavigate();
	return (
		<RarityPage
			key={collectionId}
			collectionId={collectionId}
			tab={toRarityTab(address)}
			onTab={(tab) => void navigate({ search: parseRaritySearchParams({ tab }), replace: true, resetScroll: false })}
		/>
	);
}
