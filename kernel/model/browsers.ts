/** Oldest supported browsers: the last Chromium for Windows 7 and Safari of iOS 16. `kernel/web/app/older-browsers.ts` polyfills missing functions; older browsers get a
 *  message from `public/boot.js` instead of the program. */
export const OLDEST_CHROMIUM = 109
export const OLDEST_SAFARI = 16
