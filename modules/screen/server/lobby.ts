import { calendarOf, dayAt } from '#modules/campus/server/api.ts'
import { openPictures } from '#modules/system/server/api.ts'
import { today } from '#server/base/today.ts'
import { handle } from '#server/context.ts'
import { lobbyItemsOf } from '#server/extensions/lobby-items.ts'
import { lobby } from '../model/lobby.ts'

/** How much of each fits on the wall. */
const MOST = { stories: 12, events: 5, signIns: 3, phones: 4 } as const

export default handle(lobby, async ({ db, lang }) => {
  const items = await lobbyItemsOf(db, lang)
  const pictures = (await openPictures(db, 'screen', lang)).map(p => ({ title: p.title, text: null, picture: p.url, alt: p.title }))
  return {
    weekNo: dayAt(await calendarOf(db), today())?.weekNo ?? null,
    stories: [...items.stories, ...pictures].slice(0, MOST.stories),
    events: items.events.slice(0, MOST.events),
    signIns: items.signIns.slice(0, MOST.signIns),
    phones: items.phones.slice(0, MOST.phones),
  }
})
