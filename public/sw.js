// Shows a page of its own when there is no network. It answers nothing else: data is never kept, and programs are the browser's own cache's business.
const PAGE = '/offline.html'
const CACHE = 'qinglan-offline-1'

self.addEventListener('install', event => {
  event.waitUntil(caches.open(CACHE).then(cache => cache.add(new Request(PAGE, { cache: 'reload' }))))
  self.skipWaiting()
})
self.addEventListener('activate', event => {
  event.waitUntil(
    caches
      .keys()
      .then(names => Promise.all(names.filter(name => name !== CACHE).map(name => caches.delete(name))))
      .then(() => self.clients.claim()),
  )
})
self.addEventListener('fetch', event => {
  if (event.request.mode !== 'navigate' || new URL(event.request.url).pathname.startsWith('/api/')) return
  event.respondWith(fetch(event.request).catch(() => caches.match(PAGE)))
})
