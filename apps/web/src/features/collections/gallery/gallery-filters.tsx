import { SearchField } from '@adx/ui/controls/search-field';
import { SelectField } from '@adx/ui/controls/select-field';
import { type GalleryTheme, galleryThemeSchema } from '@adx/validators/gallery';
import { type GallerySearch, gallerySorts } from '../gallery-search-params.ts';
import { galleryTexts } from '../gallery-texts.ts';

const all = 'all';

const categories: readonly { readonly value: GalleryTheme | typeof all; readonly label: string }[] = [
	{ value: all, label: galleryTexts.category.all },
	...galleryThemeSchema.options.map((theme) => ({ value: theme, label: theme })),
];
const sorts = gallerySorts.map((sort) => ({ value: sort, label: galleryTexts.sort.choices[sort] }));

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
				isTool
				label={galleryTexts.category.label}
				value={search.category ?? all}
				options={categories}
				onValue={(category) => onSearch({ category: category === all ? null : category })}
			/>
			<SelectField
				isTool
				label={galleryTexts.sort.label}
				value={search.sort}
				options={sorts}
				onValue={(sort) => onSearch({ sort })}
			/>
		</search>
	);
}
