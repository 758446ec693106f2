// Keeps the program's page for a time without network, which says nothing of anybody. Answers of the API never pass through here, so that no data is cached; files with a hash in
// their names are left to the HTTP cache, which keeps them for a year. Shows messages that are pushed, and opens the page they are about.
const CACHE = 'qinglan-shell-2'
const OFFLINE = '/offline.html'
const PAGE = '/index.html'
/** What the page needs besides, under names without a hash. */
const LOOSE = ['/boot.js', '/boot.css', '/logo.svg']
/** How the program's page is told from others, such as those of the public site. */
const MARK = '<div id="root">'

self.addEventListener('install', event => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then(cache => cache.addAll([OFFLINE, ...LOOSE].map(path => new Request(path, { cache: 'reload' }))))
      .then(() => fetch('/', { cache: 'reload' }))
      .then(keepPage),
  )
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
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin || pathname.startsWith('/api/')) return
  if (request.mode === 'navigate') event.respondWith(page(event))
  else if (LOOSE.includes(pathname)) event.respondWith(loose(event))
})
async function page(event) {
  try {
    const answer = await fetch(event.request)
    event.waitUntil(keepPage(answer.clone()))
    return answer
  } catch {
    const isPublic = /^\/site\/(portal|welcome|exam|preview)/.test(new URL(event.request.url).pathname)
    return (isPublic ? undefined : await caches.match(PAGE)) ?? caches.match(OFFLINE)
  }
}
async function loose(event) {
  try {
    const answer = await fetch(event.request)
    if (answer.ok) {
      const copy = answer.clone()
      event.waitUntil(caches.open(CACHE).then(cache => cache.put(event.request, copy)))
    }
    return answer
  } catch (error) {
    const kept = await caches.match(event.request)
    if (kept) return kept
    throw error
  }
}
/** Keeps the program's page under one address; whatever else a navigation answers is not kept. */
async function keepPage(answer) {
  const text = answer.ok ? await answer.text() : ''
  if (!text.includes(MARK)) return
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': answer.headers.get('content-security-policy') ?? '' }
  const cache = await caches.open(CACHE)
  await cache.put(PAGE, new Response(text, { headers }))
}

self.addEventListener('push', event => event.waitUntil(show(event.data)))
self.addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(open(event.notification.data))
})
/** A browser takes the permission away from a worker that shows nothing for a push: one that cannot be read is shown as well. */
async function show(data) {
  let told
  try {
    told = Object(data.json())
  } catch {
    told = {}
  }
  const text = value => (typeof value === 'string' ? value : '')
  await self.registration.showNotification(text(told.title) || '你有一条新消息', {
    body: text(told.body),
    icon: '/icon-192.png',
    badge: '/icon-192.png',
    data: text(told.link),
  })
}
/** Opens a page of this site in a window of its own, so that what somebody is typing in another is not lost; the page asks to sign in where need be, and then leads on. */
async function open(link) {
  const { origin } = self.location
  const url = URL.canParse(link, origin) ? new URL(link, origin) : undefined
  const page = url?.origin === origin ? url.href : `${origin}/`
  const windows = await self.clients.matchAll({ type: 'window' })
  const there = windows.find(w => w.url === page)
  return there ? there.focus() : self.clients.openWindow(page)
}
