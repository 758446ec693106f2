import { marksOf } from '#modules/system/server/api.ts'
import { handle } from '#server/context.ts'
import { firstStepSources, firstSteps } from '#server/extensions/desk-parts.ts'
import { formatWording } from '#server/i18n/translate.ts'
import { myFirstSteps } from '../model/layout.ts'
import { contributed } from './contributions.ts'

const mine = handle(myFirstSteps, async ctx => {
  const steps = (await contributed(ctx, ctx.db.registered(firstStepSources), ({ run }) => run(ctx))).flat()
  return steps.some(step => !step.isDone) ? steps.map(step => ({ ...step, title: formatWording(ctx.lang, step.title) })) : []
})
/** Of everybody: a first screen of one's own. What an account lacks is a to-do. */
const own = firstSteps({
  code: 'desk.own',
  order: 20,
  async run(ctx) {
    const marks = await marksOf(ctx)
    return [{ code: 'apps', title: '收藏常用服务，放到首页', isDone: [...marks.values()].some(mark => mark.isCollected), link: '/personal/userapps' }]
  },
})
export default [mine, own]
