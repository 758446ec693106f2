import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { t } from '#web/i18n/index.ts'
import type { ClosingFigures } from '../../model/report.ts'

/** Who came, what they got and what they said. */
export const ClosingReport = ({ of }: { of: ClosingFigures }) => (
  <Figures label={t('结项数据')}>
    <Figure label={t('录取')} value={of.admitted} />
    <Figure label={t('到场')} value={of.late ? t('{{n}}，迟到 {{late}}', { n: of.present, late: of.late }) : of.present} />
    <Figure label={t('缺勤')} value={of.absent} />
    <Figure label={t('请假')} value={of.excused} />
    <Figure label={t('记入时长')} value={of.hours} />
    <Figure label={t('照片')} value={of.photos} />
    <Figure
      label={t('评价（{{n}} 份）', { n: of.rated })}
      value={
        of.content === null ? t('太少不显示') : t('内容 {{content}} · 组织 {{organisation}} · 收获 {{gain}}', { content: of.content, organisation: of.organisation, gain: of.gain })
      }
    />
  </Figures>
)
