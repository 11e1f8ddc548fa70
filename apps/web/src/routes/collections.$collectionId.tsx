import { createFileRoute } from '@tanstack/react-router';
import { PageLock } from '../features/access/account/page-lock.tsx';
import { CollectionPage } from '../features/collections/collection/collection-page.tsx';
import { galleryTexts } from '../features/collections/gallery-texts.ts';
import {
	tokenNumberParam,
	tokenSearchParams,
	toTokenSearch,
	toTokenSearchParams,
} from '../features/collections/tokens/token-search-params.ts';
import { useImageView } from '../lib/hooks/use-image-view.ts';
import { useStableValue } from '../lib/hooks/use-stable-value.ts';

export const Route = createFileRoute('/collections/$collectionId')({
	validateSearch: tokenSearchParams.extend({ image: tokenNumberParam }),
	component: Page,
});

function Page() {
	const { collectionId } = Route.useParams();
	const { image, ...address } = Route.useSearch();
	const navigate = Route.useNavigate();
	const view = useImageView(image?.toString(), (next, options) =>
		navigate({ search: { ...address, image: next }, resetScroll: false, ...options }),
	);
	const search = useStableValue(toTokenSearch(address));
	return (
		<PageLock page="gallery" title={galleryTexts.collection.kind}>
			<CollectionPage
				key={collectionId}
				collectionId={collectionId}
				view={view}
				search={search}
				onSearch={(changes) =>
					void navigate({
						search: toTokenSearchParams({ ...search, ...changes }),
						replace: true,
						resetScroll: false,
					})
				}
			/>
		</PageLock>
	);
}
