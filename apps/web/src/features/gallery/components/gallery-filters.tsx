import { type GalleryTheme, galleryThemeSchema } from '@adx/validators/gallery';
import { type GallerySearch, gallerySorts } from '../gallery-search.ts';
import { galleryTexts } from '../texts.ts';
import { SearchField } from './search-field.tsx';
import { SelectField } from './select-field.tsx';

const all = 'all';

const categories: readonly (readonly [GalleryTheme | typeof all, string])[] = [
	[all, galleryTexts.category.all],
	...galleryThemeSchema.options.map((theme) => [theme, theme] as const),
];

export interface GalleryFiltersProps {
	readonly search: GallerySearch;
	readonly onSearch: (changes: Partial<GallerySearch>) => void;
}

export function GalleryFilters({ search, onSearch }: GalleryFiltersProps) {
	return (
		<search className="flex flex-wrap items-end gap-3">
			<SearchField
				className="grow basis-60 sm:max-w-md"
				label={galleryTexts.search.label}
				placeholder={galleryTexts.search.placeholder}
				value={search.query}
				onChange={(query) => onSearch({ query })}
			/>
			<SelectField
				label={galleryTexts.category.label}
				value={search.category ?? all}
				choices={categories}
				onChange={(category) => onSearch({ category: category === all ? null : category })}
			/>
			<SelectField
				label={galleryTexts.sort.label}
				value={search.sort}
				choices={gallerySorts.map((sort) => [sort, galleryTexts.sort.choices[sort]])}
				onChange={(sort) => onSearch({ sort })}
			/>
		</search>
	);
}
