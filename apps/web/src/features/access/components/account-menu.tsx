import { Menu, MenuButton, MenuItem, MenuItems } from '@headlessui/react';
import { CircleUserRound, LogOut } from 'lucide-react';
import { useAccess } from './access-provider.tsx';

/** Who is signed in, and the way out. */
export function AccountMenu() {
	const { user, userRole, logOut } = useAccess();
	const roleName = userRole === 'developer' ? 'Developer' : 'Creator';
	return (
		<Menu as="div" className="relative">
			<MenuButton
				aria-label="Account"
				className="control-height grid aspect-square place-items-center rounded-sm text-text-2 hover:bg-surface-3 hover:text-text"
			>
				<CircleUserRound aria-hidden className="size-5" />
			</MenuButton>
			<MenuItems
				transition
				modal={false}
				className="absolute top-full right-0 z-40 mt-1.5 w-60 rounded-md border border-line bg-surface-2 p-1.5 shadow-pop transition duration-[180ms] ease-frost outline-none data-closed:-translate-y-1 data-closed:opacity-0"
			>
				<div className="border-b border-border px-2.5 pt-1.5 pb-2.5">
					<p className="truncate font-semibold text-text">{user?.name ?? 'Signed in'}</p>
					<p className="text-sm text-text-2">
						{roleName}
						{user?.premium ? ', Premium' : ''}
					</p>
				</div>
				<MenuItem>
					<button
						type="button"
						onClick={logOut}
						className="control-height mt-1.5 flex w-full items-center gap-2 rounded-sm px-2.5 text-left text-text data-focus:bg-surface-3"
					>
						<LogOut aria-hidden className="size-4" />
						Log out
					</button>
				</MenuItem>
			</MenuItems>
		</Menu>
	);
}
