import { useState } from 'react'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { dormOverview, roomMap } from '../model/map.ts'
import type { BedState } from '../model/places.ts'
import { BesideTree } from './DormTree.tsx'
import { FloorRows } from './FloorRows.tsx'
import { MapHead } from './MapHead.tsx'
import style from './map.module.css'
import { RoomCard } from './RoomCard.tsx'
import { useWide } from './useWide.ts'

export type DormMap = AnswerOf<typeof roomMap>
const EVERY = 60_000

export const about: PageFile['about'] = () => ({
  use: t('每栋楼每间房每张床现在住着谁、空着、预留还是停用。'),
  who: t('宿管看自己管的楼，学工处看全校；房间里的学生按各自的数据范围显示。'),
  first: t('左边选楼和楼层，点房间看床位和同住的人；用学号、房号可以直接找到床位。'),
})
/** 房态图: a building with floors as rows, rooms as cells, beds as dots; a room opens its card. */
export default function MapPage() {
  const overview = useRead(dormOverview, {})
  const first = overview.data?.find(p => p?.type === 'dorm')?.id
  return (
    <BesideTree levels="floor" shown={first}>
      <House overview={overview} first={first} />
    </BesideTree>
  )
}
interface HouseProps {
  overview: ReturnType<typeof useRead<typeof dormOverview>>
  first: string | undefined
}
/** The building in the URL, else the first. */
function House({ overview, first }: HouseProps) {
  const [params, , put] = useOwnParams()
  const dormId = params.get('dormId') ?? first
  const read = useRead(roomMap, { dormId: dormId ?? '' }, { enabled: dormId !== undefined, every: EVERY })
  const { data } = read
  const [only, setOnly] = useState<BedState>()
  const roomId = params.get('roomId') ?? undefined
  const open = (id: string | undefined) => put({ roomId: id })
  const wide = useWide()
  if (overview.data && !dormId) return <Empty title={t('还没有宿舍楼')}>{t('在基础设置的楼栋里新增，再成批生成楼层、房间和床位')}</Empty>
  if (!data) return <Loading of={dormId ? read : overview} lines={12} />
  const card = roomId ? <RoomCard id={roomId} onClose={() => open(undefined)} /> : null
  return (
    <div className={card && wide ? `${style.map} ${style.withCard}` : style.map} data-map>
      <div className={style.house}>
        <MapHead map={data} only={only} onOnly={setOnly} onFound={open} />
        {data.floors?.length ? (
          <FloorRows map={data} only={only} floorId={params.get('floorId') ?? undefined} roomId={roomId} onOpen={open} />
        ) : (
          <Empty title={t('楼里还没有楼层')}>{t('在楼栋列表里成批生成')}</Empty>
        )}
      </div>
      {wide ? (
        card && (
          <Sheet as="aside" className={style.card}>
            {card}
          </Sheet>
        )
      ) : (
        <Panel open={card !== null} title={t('房间')} onClose={() => open(undefined)}>
          {card}
        </Panel>
      )}
    </div>
  )
}
