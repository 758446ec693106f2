import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { keyFigures } from '../../model/actions.ts'
import { Figure, TODAY_LISTS } from './Figures.tsx'
import { share } from './labels.ts'
import style from './statistics.module.css'

/** Phone view: four key figures of today with their lists. */
export function PhoneFigures() {
  const read = useRead(keyFigures, {})
  return (
    <Page title={t('学籍统计')}>
      <Loaded of={read} lines={8}>
        {data => (
          <>
            <p className={style.statSentence}>
              {data.incomplete ? t('今天有 {{n}} 人的信息还不完整，点数字看名单。', { n: data.incomplete }) : t('今天所有在籍学生的信息都完整。')}
            </p>
            <Sheet label={t('关键数字')} isBare className={style.statFigures}>
              <Figure title={t('在籍')} n={data.enrolled} to={TODAY_LISTS.enrolled} />
              <Figure title={t('在校')} n={data.atSchool} note={t('占在籍 {{share}}', { share: share(data.atSchool ?? 0, data.enrolled ?? 0) })} to={TODAY_LISTS.atSchool} />
              <Figure title={t('不在校')} n={data.away} note={t('休学或保留学籍')} to={TODAY_LISTS.away} />
              <Figure
                title={t('信息不全')}
                n={data.incomplete}
                note={t('占在籍 {{share}}', { share: share(data.incomplete ?? 0, data.enrolled ?? 0) })}
                to={TODAY_LISTS.incomplete}
              />
            </Sheet>
          </>
        )}
      </Loaded>
      <p className={style.statFoot}>{t('图表和交叉表请在电脑上查看')}</p>
    </Page>
  )
}
