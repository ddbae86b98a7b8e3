/**
 * What threads race for, decided once: {@link dev.weir.op.kernel.race.Once}, {@link dev.weir.op.kernel.race.Slot} (what has
 * to be cancelled), {@link dev.weir.op.kernel.race.Requested} (demand, and how many there are of something), {@link dev.weir.op.kernel.race.SerialLoop}, {@link
 * dev.weir.op.kernel.race.ExclusiveEnd} (a timer against signals), {@link
 * dev.weir.op.kernel.race.Latest} (the newest value), {@link dev.weir.op.kernel.race.Renewable}; threads that
 * wait ({@link dev.weir.op.kernel.race.Parking}, {@link dev.weir.op.kernel.race.DemandGate}); and the
 * queues between them, {@link dev.weir.op.kernel.race.LateQueue} and {@link dev.weir.op.kernel.race.GrowingQueue}.
 */
package dev.weir.op.kernel.race;
