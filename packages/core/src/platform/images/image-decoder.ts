import sharp from 'sharp';

// For the whole process: whatever the bytes of a stranger's file call themselves, libvips has no other way to read them.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
	operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
});
// Several pictures are worked on at once as it is.
sharp.concurrency(1);
// No picture is read twice.
sharp.cache(false);

/** sharp, which reads PNG, JPEG, WebP and GIF alone. */
export { sharp as pictureReader };
