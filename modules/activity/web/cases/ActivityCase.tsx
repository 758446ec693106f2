import { growthCategory } from '#modules/growth/model/dictionaries.ts'
import { DIRECTIONS } from '#modules/signIn/model/sign-task.ts'
import { Card, FactList, Part } from '#modules/workflow/cases/web/public/approval-card/Card.tsx'
import { FileLinks } from '#web/files/FileLinks.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatMoney, formatSpan } from '#web/values/format.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { activityCard } from '../../model/actions.ts'
import { ENROL_WAYS, LEVELS, ORGANISERS, RISKS } from '../../model/activity.ts'
import { amountOf, linesOf, plannedOf, SOURCES } from '../../model/budget.ts'
import { AMOUNTS } from '../../model/rate.ts'
import { SPLITS } from '../../model/split.ts'
import { earnedText, sharesText, timesText } from '../labels.ts'

/** What somebody needs who decides: who, when and where, for whom, what it counts, and what may go wrong. */
export default function ActivityCase({ bizId }: { bizId: string; caseId: string; isApprover: boolean }) {
  const read = useRead(activityCard, { id: bizId })
  const categories = useDict(growthCategory)
  return (
    <Card read={read}>
      {card => (
        <>
          <Part label={t('活动')}>
            <FactList
              facts={[
                [t('组织者'), [t(ORGANISERS[card.organiserType]), card.organiser, card.applicant].filter(Boolean).join(' · ')],
                [t('类别'), [dictLabel(categories, card.category), t(LEVELS[card.level])].join(' · ')],
                [t('介绍'), card.summary],
                [t('时间'), timesText(card)],
                [t('地点'), [card.online ? t('线上') : null, card.venue, card.place].filter(Boolean).join(' · ')],
                [t('同时同地'), card.nearby.flatMap(n => (n ? [`${n.title}（${timesText(n)}）`] : [])).join('、') || t('没有')],
              ]}
            />
          </Part>
          <Part label={t('报名')}>
            <FactList
              facts={[
                [t('报名时间'), formatSpan(card.enrolFrom, card.enrolTo)],
                [t('录取方式'), t(ENROL_WAYS[card.enrolWay])],
                [t('名额'), card.quota === null ? t('不限名额') : t('{{n}} 人，候补 {{w}} 人', { n: card.quota, w: card.waitlist })],
                [t('名额划分'), card.splitBy ? t('按{{by}}：{{shares}}', { by: t(SPLITS[card.splitBy]), shares: sharesText(card.shares) }) : null],
                [t('面向'), [card.membersOnly ? t('本社团成员') : null, card.colleges, (card.grades ?? []).join('、')].filter(Boolean).join(' · ') || t('全校学生')],
                [t('时长和积分'), [earnedText(card), t(DIRECTIONS[card.signRule])].join(' · ')],
                [
                  t('超过标准'),
                  card.above.flatMap(a => (a ? [t('{{what}} {{asked}}，标准 {{most}}', { what: t(AMOUNTS[a.amount]), asked: a.asked, most: a.most })] : [])).join('；') || null,
                ],
              ]}
            />
          </Part>
          {card.budget?.length ? (
            <Part label={t('经费预算')}>
              <FactList
                facts={[
                  ...linesOf(card.budget).map(
                    l =>
                      [
                        l.item,
                        t('{{quantity}} × {{price}} = {{amount}}，{{source}}', {
                          quantity: l.quantity,
                          price: formatMoney(l.price),
                          amount: formatMoney(amountOf(l)),
                          source: t(SOURCES[l.source]),
                        }),
                      ] as const,
                  ),
                  [t('合计'), formatMoney(plannedOf(card.budget))],
                  [t('社团经费可用'), card.free === null ? null : formatMoney(card.free)],
                ]}
              />
            </Part>
          ) : null}
          <Part label={t('安全')}>
            <FactList
              facts={[
                [t('风险'), (card.risks ?? []).flatMap(r => (r ? [t(RISKS[r])] : [])).join('、') || t('没有')],
                [t('安全预案'), card.riskPlan?.length ? <FileLinks key="plan" ids={card.riskPlan.flatMap(f => f ?? [])} label={t('安全预案')} /> : null],
                [t('校外嘉宾'), card.guests],
              ]}
            />
          </Part>
        </>
      )}
    </Card>
  )
}
