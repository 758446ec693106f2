import { connect, createServer, type Server, type Socket } from 'node:net'

/** A TCP line between two programs that can be cut, slowed, held and deafened. */
export class Line {
  readonly port: number
  /** Where it leads; connections made from now on. */
  target: number
  /** Milliseconds each piece of data is late, either way. */
  delayMs = 0
  /** Cuts a connection when the answer begins: the other side has done its work and nobody hears of it. */
  losesAnswers = false
  private isHeld = false
  private held: Array<() => void> = []
  private readonly ends = new Set<Socket>()
  private readonly deaf = new WeakSet<Socket>()
  private readonly server: Server

  private constructor(port: number, target: number) {
    this.port = port
    this.target = target
    this.server = createServer({ noDelay: true }, near => this.join(near))
  }
  static async open(port: number, target: number): Promise<Line> {
    const line = new Line(port, target)
    await new Promise<void>((done, failed) => line.server.once('error', failed).listen(port, '127.0.0.1', done))
    return line
  }
  /** Ends every connection at once. */
  cut(): void {
    for (const end of this.ends) end.resetAndDestroy()
  }
  /** Nothing passes until `release`; nothing is lost. */
  hold(): void {
    this.isHeld = true
  }
  release(): void {
    this.isHeld = false
    for (const go of this.held.splice(0)) go()
  }
  /** Connections of now never carry anything again and nobody is told; new ones work. */
  deafen(): void {
    for (const end of this.ends) this.deaf.add(end)
  }
  async close(): Promise<void> {
    this.cut()
    await new Promise(done => this.server.close(done))
  }
  private join(near: Socket): void {
    const far = connect({ port: this.target, host: '127.0.0.1', noDelay: true })
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.ends.add(from)
      from.on('error', () => {})
      from.on('close', () => {
        this.ends.delete(from)
        if (!this.deaf.has(from)) to.destroy()
      })
      from.on('data', piece => {
        if (from === far && this.losesAnswers) return near.resetAndDestroy()
        if (!this.deaf.has(from)) this.carry(() => to.write(piece))
      })
    }
  }
  /** In the order they came: pieces that are equally late stay in line. */
  private carry(go: () => void): void {
    if (this.isHeld) this.held.push(go)
    else if (this.delayMs) setTimeout(go, this.delayMs)
    else go()
  }
}
