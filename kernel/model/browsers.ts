/** The oldest browsers that the web is built for: the last Chromium for Windows 7, and Safari on iOS 16. What they lack beside the syntax is filled in by
 *  `kernel/web/app/older-browsers.ts`; below them `public/boot.js` says so instead of starting. */
export const OLDEST_CHROMIUM = 109
export const OLDEST_SAFARI = 16
