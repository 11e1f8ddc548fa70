// Runs before the first paint, so that a chosen theme never flashes; a file of its own because inline scripts are refused.
(() => {
	let theme = null;
	try {
		theme = localStorage.getItem('adx_theme');
	} catch {
		// A browser that refuses storage still gets the realm by night.
	}
	document.documentElement.dataset.theme = theme === 'light' ? 'light' : 'dark';
})();
