import { createFileRoute } from '@tanstack/react-router';
import { RarityPage } from '../features/collections/rarity/rarity-page.tsx';
import { rarityTabOf, readRarityAddress } from '../features/collections/rarity/rarity-search-params.ts';

export const Route = createFileRoute('/collections/$collectionId_/rarity')({
	validateSearch: readRarityAddress,
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
			tab={rarityTabOf(address)}
			onTab={(tab) => void navigate({ search: readRarityAddress({ tab }), replace: true, resetScroll: false })}
		/>
	);
}
