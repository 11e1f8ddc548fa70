import { createFileRoute } from '@tanstack/react-router';
import { useMemo } from 'react';
import { PageLock } from '../features/access/account/page-lock.tsx';
import { GalleryPage } from '../features/collections/gallery/gallery-page.tsx';
import {
	gallerySearchParams,
	toGallerySearch,
	toGallerySearchParams,
} from '../features/collections/gallery-search-params.ts';
import { pageNames } from '../shell/page-names.ts';
import { usePageTitle } from '../shell/page-title.ts';

export const Route = createFileRoute('/gallery')({ validateSearch: gallerySearchParams, component: Page });

function Page() {
	usePageTitle(pageNames.gallery);
	const { q, category, sort } = Route.useSearch();
	const navigate = Route.useNavigate();
	const search = useMemo(() => toGallerySearch({ q, category, sort }), [q, category, sort]);
	return (
		<PageLock page="gallery">
			<GalleryPage
				search={search}
				onSearch={(changes) =>
					void navigate({ search: toGallerySearchParams({ ...search, ...changes }), replace: true, resetScroll: false })
				}
			/>
		</PageLock>
	);
}
