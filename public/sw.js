// Shows an offline page without network and answers nothing else: no data is cached here, and the program's files are left to the HTTP cache.
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
