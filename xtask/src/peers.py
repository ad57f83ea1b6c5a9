# The same exact odds by icepool and dyce, a line each: program, name, microseconds.
import time


def shown(program, name, work):
    best = float("inf")
    for _ in range(7):
        clock = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - clock)
    print(f"{program}\t{name}\t{best * 1e6:.2f}")


def with_icepool():
    import icepool
    from icepool import d6

    hit = lambda: icepool.Die([face >= 5 for face in range(1, 7)])
    shown("icepool", "60 dice counted", lambda: 60 @ hit())
    # The pool is made anew each time: its results are remembered otherwise.
    shown(
        "icepool",
        "12 dice counted, then 2d6",
        lambda: icepool.map(lambda hits, sum: (hits + sum) // 5, 12 @ hit(), 2 @ d6),
    )
    shown("icepool", "sum of 5 dice", lambda: 5 @ d6)


def with_dyce():
    from dyce import H

    hit = lambda: H([int(face >= 5) for face in range(1, 7)])
    shown("dyce", "60 dice counted", lambda: 60 @ hit())
    shown(
        "dyce",
        "12 dice counted, then 2d6",
        lambda: (12 @ hit() + 2 @ H(6)) // 5,
    )
    shown("dyce", "sum of 5 dice", lambda: 5 @ H(6))


for run in (with_icepool, with_dyce):
    run()
