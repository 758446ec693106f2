import { Card, FactList, Pair, Part } from '#modules/workflow/cases/web/public/approval-card/Card.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { FileLinks } from '#web/files/FileLinks.tsx'
import { pictureLink } from '#web/files/links.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDate } from '#web/values/format.ts'
import { certApplication } from '../../model/application.ts'
import { verifyStates } from '../../model/student-cert.ts'
import style from './cert.module.css'

/** What somebody needs who decides: the picture beside what was written from it, where to look it up, and others of the same kind. */
export default function StudentCertCase({ bizId }: { bizId: string; caseId: string; isApprover: boolean }) {
  const read = useRead(certApplication.card, { id: bizId })
  return (
    <Card read={read}>
      {card => {
        const ids = card.files?.flatMap(f => f ?? []) ?? []
        return (
          <>
            <Pair>
              <Part label={t('证书照片')}>
                <Stack gap={2}>
                  {ids[0] ? <img className={style.picture} src={pictureLink(ids[0], 800)} alt={t('证书照片')} /> : null}
                  <FileLinks ids={ids} label={t('照片')} />
                </Stack>
              </Part>
              <Part label={t('填写的内容')}>
                <FactList
                  facts={[
                    [t('等级'), card.level],
                    [t('证书编号'), card.certNo],
                    [t('证书上的姓名'), card.holderName],
                    [t('学籍姓名'), [card.name, card.formerName].filter(Boolean).join(t('、'))],
                    [t('发证日期'), formatDate(card.issuedOn)],
                    [t('有效期至'), card.expiresOn ? formatDate(card.expiresOn) : t('长期有效')],
                    [t('成绩'), card.score === null ? null : String(card.score)],
                    [t('在校期间取得'), card.inStudyPeriod ? t('是') : t('否')],
                    [t('查询网址'), card.queryUrl ? <Lookup key="lookup" url={card.queryUrl} /> : null],
                  ]}
                />
              </Part>
            </Pair>
            {card.others.length ? (
              <Part label={t('同一证书已登记的')}>
                <FactList
                  facts={card.others.flatMap(o =>
                    o
                      ? [
                          [
                            formatDate(o.issuedOn),
                            <Row key={o.id} gap={2}>
                              {[o.level, o.certNo].filter(Boolean).join(' ')}
                              <StateTag of={verifyStates} state={o.verifyState} />
                            </Row>,
                          ] as const,
                        ]
                      : [],
                  )}
                />
              </Part>
            ) : null}
          </>
        )
      }}
    </Card>
  )
}
const Lookup = ({ url }: { url: string }) => (
  <a href={url} target="_blank" rel="noreferrer">
    {t('到发证机构网站查询')}
  </a>
)
