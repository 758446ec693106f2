import { Check, Minus } from 'lucide-react'
import { Sheet } from '#web/feedback/Sheet.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { formatDate } from '#web/values/format.ts'
import { type myWish, REASON_RULES } from '../model/wish-actions.ts'
import style from './presort.module.css'

type Result = NonNullable<AnswerOf<typeof myWish>['result']>
type Why = Result['reasons'][number]
const SENTENCES: Readonly<Record<Why['rule'], string>> = {
  priority: '你的情况按优先安排处理',
  pinned: '老师指定了这张床位',
  class: '同寝 {{of}} 人中有 {{met}} 人与你同班',
  neighbours: '隔壁寝室有你的同班同学',
  full: '寝室住满',
  major: '同楼层住着同专业的同学',
  wish: '互选的 {{of}} 名同学中有 {{met}} 名与你同住',
  rhythm: '与室友作息相近 {{met}}%',
  smoking: '与 {{of}} 名室友中的 {{met}} 名吸烟习惯一致',
  bedType: '床型合你的意愿',
  tall: '安排了长床',
  prefecture: '室友来自不同的地方',
}
/** 20-DP9: the bed with its reasons by rule. Of other students only the number. */
export function WhyThisBed({ result }: { result: Result }) {
  return (
    <Sheet label={t('分配说明')} className={style.why}>
      <small>{result.plan}</small>
      <b className={style.own}>{result.bed}</b>
      <p className="ql-quiet">{t('{{date}} 起入住', { date: formatDate(result.from) })}</p>
      <h2>{t('分配说明')}</h2>
      <p>{result.wishesOf ? t('首先按班级安排。你填的 {{of}} 名同学，满足了 {{met}} 名。', { of: result.wishesOf, met: result.wishesMet }) : t('首先按班级安排。')}</p>
      <ul>
        {result.reasons.map(r => (
          <li key={r.rule}>
            {r.met ? <Check size={16} aria-hidden="true" /> : <Minus size={16} aria-hidden="true" />}
            <span>{r.met ? t(SENTENCES[r.rule], { met: r.met, of: r.of }) : t('未满足：{{rule}}', { rule: t(REASON_RULES[r.rule]) })}</span>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
